"""Models there and back, and one that is not valid."""
#: needs pydantic
#: leaks ^_pydantic_core.* type
#: proof import owed, pydantic
#: proof assert owed.growth("ValidationError") > 100
from typing import List

import pydantic


class Model(pydantic.BaseModel):
    x: int
    y: List[str] = []


for number in range(2000):
    model = Model(x=number, y=["a"])
    Model.model_validate_json(model.model_dump_json())
    try:
        Model(x="q")
    except pydantic.ValidationError as error:
        text = str(error)
print(text, Model.model_json_schema())
