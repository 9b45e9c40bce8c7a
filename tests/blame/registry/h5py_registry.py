"""The number by which an identifier was registered, when it is taken out."""
# Source: https://github.com/h5py/h5py/issues/2771, mended in 3.16.0
# wheel (Cython)
import h5py.h5s

CULPRIT = "_dealloc __pyx_pf_4h5py_8_objects_8ObjectID_4_dealloc __Pyx_DelItemInt_Fast"
PACKAGE = "h5py==3.15.1 numpy==2.2.6"
PYTHON = "3.11"
BINARY = "1"


def step():
    h5py.h5s.create(h5py.h5s.SCALAR)
