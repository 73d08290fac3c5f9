"""The answers as Immich's own description of its interface has them: models that others generated out of it."""

import importlib
import importlib.metadata
import sys
import types
import typing

from pydantic import BaseModel


def _models_of_version_2() -> types.ModuleType:
    """Of the package `immich`, which on import says only that it has another name now; its models still fit version 2."""
    package = types.ModuleType("immich")
    package.__path__ = [str(importlib.metadata.distribution("immich").locate_file("immich"))]
    sys.modules["immich"] = package
    return importlib.import_module("immich.client.generated.models")


MODELS = {
    "2.5.2": _models_of_version_2(),
    "3.3.5": importlib.import_module("immichpy.client.generated.models"),
}


def check(version: str, name: str, value: object) -> BaseModel:
    """Parses a value as the model of this name, and fails on anything that the model does not know."""
    model = getattr(MODELS[version], name)
    parsed = model.model_validate(value)
    surplus = sorted(_unknown(model, value, name))
    assert not surplus, surplus
    return parsed


def check_each(version: str, name: str, values: list) -> list[BaseModel]:
    assert isinstance(values, list)
    return [check(version, name, value) for value in values]


def _unknown(kind: object, value: object, path: str) -> typing.Iterator[str]:
    arguments = typing.get_args(kind)
    if isinstance(kind, type) and issubclass(kind, BaseModel) and isinstance(value, dict):
        fields = {field.alias or name: field.annotation for name, field in kind.model_fields.items()}
        for key, inner in value.items():
            if key in fields:
                yield from _unknown(fields[key], inner, f"{path}.{key}")
            else:
                yield f"{path}.{key}"
    elif isinstance(value, list):
        for inner in value[:20]:
            yield from (text for argument in arguments[:1] for text in _unknown(argument, inner, f"{path}[]"))
    elif isinstance(value, dict):
        for argument in arguments:
            yield from _unknown(argument, value, path)
