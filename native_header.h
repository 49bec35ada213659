/* What the C of compiled rules is read with: which ways are seldom taken, and quicker ones for what
   it does most. */
#pragma once
#include <Python.h>

/* Called only where something has gone wrong. Told so, the compiler puts the way there apart from the
   way that is taken, and more of the latter fits into the processor's cache. */
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

/* Run when a module is imported, or called by interpreted code, which takes longer itself. Less of the
   compiler's time is spent on it. */
#if defined(__GNUC__) && !defined(__clang__)
#define AFFRAY_SELDOM_RUN __attribute__((optimize("O1", "wrapv")))
#endif

/* The number of an object that nearly always is a float, read without a call. */
static inline double affray_as_double(PyObject *number) {
    return __builtin_expect(PyFloat_CheckExact(number), 1) ? PyFloat_AS_DOUBLE(number)
                                                           : PyFloat_AsDouble(number);
}
#define PyFloat_AsDouble affray_as_double

/* Whether an object is of a type. What is taken out of a list of fighters or players is of a class
   that derives from theirs at once, nearly always: seen without a call. */
static inline int affray_is_of_type(PyObject *object, PyTypeObject *type) {
    PyTypeObject *own = Py_TYPE(object);
    return own == type || own->tp_base == type || PyType_IsSubtype(own, type);
}
#undef PyObject_TypeCheck
#define PyObject_TypeCheck(object, type) affray_is_of_type((PyObject *)(object), (type))

/* Of a library that is compiled as a whole only this is looked for from outside. */
#if defined(__GNUC__) && !defined(__clang__)
#undef PyMODINIT_FUNC
#define PyMODINIT_FUNC __attribute__((externally_visible, visibility("default"))) PyObject *
#endif
