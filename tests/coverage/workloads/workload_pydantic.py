"""pydantic, whose core is Rust (PyO3)."""

try:
    import pydantic
except ImportError:
    print("pydantic is not installed")
    raise SystemExit


class Model(pydantic.BaseModel):
    number: int
    words: list[str]
    table: dict[str, float] = {}


models = [Model(number=n, words=[str(n)] * 3, table={"x": n / 2})
          for n in range(1000)]
errors = 0
for _ in range(300):
    try:
        Model(number="x", words=1)
    except pydantic.ValidationError as error:
        errors += len(error.errors())
print(len(models), errors, models[0].model_dump())
print(sum(len(Model.model_validate_json(one.model_dump_json()).words)
          for one in models))
