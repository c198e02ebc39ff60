import json
import sys

from receiver import is_genuine

# Prints the verdict on each vector, in their order: python3 check.py ../vectors.json
with open(sys.argv[1], encoding="utf-8") as file:
    vectors = json.load(file)
print(json.dumps([is_genuine(v["body"].encode(), v["header"], v["secret"], v["now"]) for v in vectors]))
