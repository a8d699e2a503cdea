<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.12.0" name="tiles" tilewidth="32" tileheight="32" tilecount="24" columns="8">
 <image source="tiles.png" width="256" height="96" />
 <tile id="0">
  <properties>
   <property name="solid" type="bool" value="true" />
  </properties>
 </tile>
 <tile id="1">
  <properties>
   <property name="solid" type="bool" value="true" />
  </properties>
 </tile>
 <tile id="2">
  <objectgroup draworder="index">
   <object id="1" x="0" y="0">
    <polygon points="0,32 32,0 32,32" />
   </object>
  </objectgroup>
 </tile>
 <tile id="3">
  <objectgroup draworder="index">
   <object id="1" x="0" y="0">
    <polygon points="0,32 32,16 32,32" />
   </object>
  </objectgroup>
 </tile>
 <tile id="4">
  <objectgroup draworder="index">
   <object id="1" x="0" y="0">
    <polygon points="0,16 32,0 32,32 0,32" />
   </object>
  </objectgroup>
 </tile>
 <tile id="5">
  <objectgroup draworder="index">
   <object id="1" x="0" y="0" width="32" height="32">
    <ellipse />
   </object>
  </objectgroup>
 </tile>
 <tile id="6">
  <objectgroup draworder="index">
   <object id="1" x="0" y="16" width="32" height="16" />
  </objectgroup>
 </tile>
 <tile id="7">
  <properties>
   <property name="solid" type="bool" value="true" />
  </properties>
 </tile>
 <tile id="8" type="plank">
  <properties>
   <property name="one_way" type="bool" value="true" />
  </properties>
  <objectgroup draworder="index">
   <object id="1" x="0" y="0" width="32" height="8" />
  </objectgroup>
 </tile>
 <tile id="9" type="spikes">
  <properties>
   <property name="damage" type="int" value="1" />
   <property name="solid" type="bool" value="false" />
  </properties>
  <objectgroup draworder="index">
   <object id="1" x="0" y="0">
    <polygon points="0,32 5,10 10,26 16,6 22,26 27,10 32,32" />
   </object>
  </objectgroup>
 </tile>
 <tile id="10" type="coin">
  <properties>
   <property name="value" type="int" value="1" />
  </properties>
  <objectgroup draworder="index">
   <object id="1" x="6" y="6" width="20" height="20">
    <ellipse />
   </object>
  </objectgroup>
 </tile>
 <tile id="16" type="ladder">
  <properties>
   <property name="solid" type="bool" value="false" />
  </properties>
  <objectgroup draworder="index">
   <object id="1" x="8" y="0" width="16" height="32" />
  </objectgroup>
 </tile>
 <tile id="17" type="crate">
  <properties>
   <property name="solid" type="bool" value="true" />
  </properties>
 </tile>
 <tile id="18" type="water">
  <properties>
   <property name="solid" type="bool" value="false" />
  </properties>
  <objectgroup draworder="index">
   <object id="1" x="0" y="0" width="32" height="32" />
  </objectgroup>
 </tile>
 <tile id="19" type="water">
  <properties>
   <property name="solid" type="bool" value="false" />
  </properties>
  <objectgroup draworder="index">
   <object id="1" x="0" y="8" width="32" height="24" />
  </objectgroup>
 </tile>
</tileset>
