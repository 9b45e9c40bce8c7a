"""Big integers, floats, complex numbers, decimal, fractions, random."""

import decimal
import fractions
import math
import random
import statistics

random.seed(11)
checksum = 0
decimal.getcontext().prec = 40


class Money(int):
    def __add__(self, other):
        return Money(int(self) + int(other))


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


for round in range(480):
    big = fibonacci(300 + round % 60)
    checksum += big % 10007 + (big * big) % 97 + len(str(big))
    checksum += (big << 70 >> 65) % 31 + pow(big, 65537, 10 ** 9 + 7)
    checksum += math.gcd(big, fibonacci(200)) % 1009 + big.bit_length()
    checksum += divmod(-big, 12345)[1] + (big & -big) % 7 + (~big | 1) % 5
    checksum += int(str(big)) == big
    checksum += int.from_bytes(big.to_bytes(60, "big"), "big") == big
    checksum += math.factorial(80) % 1000003 + math.isqrt(big) % 11
    values = [random.random() * 100 for _ in range(300)]
    checksum += int(sum(values)) + int(math.fsum(values)) + round
    checksum += int(statistics.mean(values)) + int(max(values))
    checksum += sum(int(x ** 0.5) for x in values) + len(repr(values))
    checksum += int(abs(complex(3, 4) * 2j)) + hash(1.5) % 7
    price = decimal.Decimal("12.345")
    for _ in range(30):
        price = price * decimal.Decimal("1.07") + 1
    checksum += int(price.quantize(decimal.Decimal("0.01")) * 100)
    checksum += int(price.sqrt()) + len(str(price.ln()))
    try:
        price / 0
    except decimal.DivisionByZero:
        checksum += 1
    part = sum((fractions.Fraction(1, n) for n in range(1, 25)),
               fractions.Fraction(0))
    checksum += part.numerator % 101 + part.denominator % 103
    money = Money(5) + 7 + Money(3)
    checksum += money + (type(money) is Money)
    checksum += random.choice(range(9)) + random.sample(range(50), 3)[0]
    shuffled = list(range(40))
    random.shuffle(shuffled)
    checksum += shuffled[0] + 257 - -5 + 10 ** 3
    for wrong in (lambda: 1 // 0, lambda: int("1x"), lambda: 2.0 ** 10000,
                  lambda: math.sqrt(-1), lambda: float("no"),
                  lambda: 1 << -1, lambda: round + "1"):
        try:
            wrong()
        except (ArithmeticError, ValueError, TypeError):
            checksum += 1
print(checksum)
