"""Reads the headers of the backend ABI, and writes what is made of them. See scripts/abi-layout."""

import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
API = os.path.join(ROOT, "Sources", "BackendAPI")
HEADERS = os.path.join(API, "include")
INCLUDE = '#include "picker/backend_api.h"\n'
