"""A model that is made, checked and run."""
#: needs onnx onnxruntime
import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper

onnxruntime.set_default_logger_severity(4)
shape = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [2, 2])
         for name in "xyz"]
graph = helper.make_graph([helper.make_node("Add", ["x", "y"], ["z"])], "g",
                          shape[:2], shape[2:])
model = helper.make_model(graph, ir_version=8, opset_imports=[
    helper.make_opsetid("", 17)])
for number in range(50):
    onnx.checker.check_model(model)
    onnx.shape_inference.infer_shapes(model)
    again = onnx.load_from_string(model.SerializeToString())
session = onnxruntime.InferenceSession(again.SerializeToString())
ones = numpy.ones((2, 2), dtype="f")
for number in range(200):
    found = session.run(None, {"x": ones, "y": ones})[0]
    try:
        session.run(None, {"x": ones})
    except ValueError:
        pass
try:
    onnxruntime.InferenceSession(b"bad")
except Exception as error:
    print(type(error).__name__)
print(found.tolist())
