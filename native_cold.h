/* What compiled rules call only where something has gone wrong. Told so, the compiler puts the way
   there apart from the way that is taken, and more of the latter fits into the processor's cache. */
#include <Python.h>

#define AFFRAY_COLD __attribute__((cold))

AFFRAY_COLD void CPy_AddTraceback(const char *, const char *, int, PyObject *);
AFFRAY_COLD void CPy_TypeErrorTraceback(const char *, const char *, int, PyObject *, const char *,
                                        PyObject *);
AFFRAY_COLD void CPy_AttributeError(const char *, const char *, const char *, const char *, int,
                                    PyObject *);
AFFRAY_COLD void CPy_TypeError(const char *, PyObject *);
AFFRAY_COLD void CPyError_OutOfMemory(void);
AFFRAY_COLD PyObject *PyErr_Occurred(void);
AFFRAY_COLD PyObject *PyErr_Format(PyObject *, const char *, ...);
AFFRAY_COLD void PyErr_SetString(PyObject *, const char *);
