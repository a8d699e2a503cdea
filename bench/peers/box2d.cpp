// What Box2D 2.4 says about two shapes, for ctypes.
#include <box2d/box2d.h>

extern "C" {

bool circle_circle(float ax, float ay, float ar, float bx, float by, float br)
{
    b2CircleShape a, b;
    b2Transform here;
    a.m_p.Set(ax, ay);
    a.m_radius = ar;
    b.m_p.Set(bx, by);
    b.m_radius = br;
    here.SetIdentity();
    b2Manifold manifold;
    b2CollideCircles(&manifold, &a, here, &b, here);
    return manifold.pointCount > 0;
}

bool overlap_circles(float ax, float ay, float ar, float bx, float by, float br)
{
    b2CircleShape a, b;
    b2Transform here;
    a.m_p.Set(ax, ay);
    a.m_radius = ar;
    b.m_p.Set(bx, by);
    b.m_radius = br;
    here.SetIdentity();
    return b2TestOverlap(&a, 0, &b, 0, here, here);
}

bool point_circle(float px, float py, float x, float y, float r)
{
    b2CircleShape circle;
    b2Transform here;
    circle.m_p.Set(x, y);
    circle.m_radius = r;
    here.SetIdentity();
    return circle.TestPoint(here, b2Vec2(px, py));
}

bool rect_rect(float ax, float ay, float aw, float ah, float bx, float by, float bw, float bh)
{
    b2AABB a, b;
    a.lowerBound.Set(ax, ay);
    a.upperBound.Set(ax + aw, ay + ah);
    b.lowerBound.Set(bx, by);
    b.upperBound.Set(bx + bw, by + bh);
    return b2TestOverlap(a, b);
}
}
