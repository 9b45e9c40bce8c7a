"""script.py [--correct]"""
import sys

import kept_by_a_lambda

correct = "--correct" in sys.argv
boxed = kept_by_a_lambda.boxed_right if correct else kept_by_a_lambda.boxed
for number in range(500):
    boxed(number)
