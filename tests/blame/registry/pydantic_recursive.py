"""A definition that refers to itself keeps itself, and all Python objects in it."""
from pydantic_core import SchemaValidator, core_schema

# Source: https://github.com/pydantic/pydantic-core/pull/1125 (commit e876ff94), mended in 2.14.6
CULPRIT = "Definitions DefinitionRef"
PACKAGE = "pydantic-core==2.14.5 typing-extensions"
PYTHON = "3.11"
BINARY = "1"


def step():
    branch = core_schema.typed_dict_schema({
        "value": core_schema.typed_dict_field(
            core_schema.no_info_plain_validator_function(lambda value: value)),
        "branch": core_schema.typed_dict_field(core_schema.nullable_schema(
            core_schema.definition_reference_schema("Branch"))),
    }, ref="Branch")
    SchemaValidator(core_schema.definitions_schema(
        core_schema.definition_reference_schema("Branch"), [branch]))
