"""validate.py SCHEMA DOCUMENT: is the document what the schema says?

Knows the part of JSON Schema that our schema uses, and refuses a schema that
uses more, so that it needs no package. Prints each violation; exit status 1.
"""

import json
import sys

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
}
NOTES = {"$schema", "$id", "title", "description", "definitions"}
KNOWN = NOTES | {
    "$ref", "type", "const", "enum", "minimum", "maximum", "required",
    "properties", "additionalProperties", "items", "anyOf",
}


def is_type(value, name):
    if name in ("integer", "number"):
        numbers = int if name == "integer" else (int, float)
        return isinstance(value, numbers) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def violations(value, schema, root, where):
    unknown = set(schema) - KNOWN
    if unknown:
        raise SystemExit(f"validate.py does not know {sorted(unknown)}")
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/definitions/")
        yield from violations(value, root["definitions"][name], root, where)
    if "anyOf" in schema and all(
            list(violations(value, one, root, where))
            for one in schema["anyOf"]):
        yield f"{where}: is none of what it may be"
    if "const" in schema and value != schema["const"]:
        yield f"{where}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is none of {schema['enum']}"
    if "type" in schema:
        names = schema["type"]
        names = [names] if isinstance(names, str) else names
        if not any(is_type(value, name) for name in names):
            yield f"{where}: {value!r} is no {' or '.join(names)}"
            return
    if is_type(value, "number"):
        if value < schema.get("minimum", value):
            yield f"{where}: {value} is below {schema['minimum']}"
        if value > schema.get("maximum", value):
            yield f"{where}: {value} is above {schema['maximum']}"
    if isinstance(value, dict):
        for name in schema.get("required", ()):
            if name not in value:
                yield f"{where}: {name} is absent"
        properties = schema.get("properties", {})
        for name, item in value.items():
            if name in properties:
                yield from violations(item, properties[name], root,
                                      f"{where}.{name}")
                continue
            more = schema.get("additionalProperties", True)
            if more is False:
                yield f"{where}: {name} is not in the schema"
            elif more is not True:
                yield from violations(item, more, root, f"{where}.{name}")
    if isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value):
            yield from violations(item, schema["items"], root,
                                  f"{where}[{number}]")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        document = json.load(file)
    found = list(violations(document, schema, schema, "report"))
    print("\n".join(found) if found else f"{sys.argv[2]}: valid")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
