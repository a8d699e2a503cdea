/* The C API of the package: a table of all functions of the core, and of those that read and make Python's shapes. */
#ifndef C2D_CAPI_H
#define C2D_CAPI_H

#include "../base/binding.h"

/* Adds the capsule _C_API to the module; -1 with an error set. */
int add_capi(PyObject *module);

PyObject *capi_address(PyObject *module, PyObject *name);
PyObject *capi_shape_address(PyObject *module, PyObject *shape);
extern const char capi_address_doc[], capi_shape_address_doc[];

#endif
