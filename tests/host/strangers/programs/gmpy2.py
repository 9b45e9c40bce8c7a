"""Large numbers, and divisions by zero."""
#: needs gmpy2
import gmpy2

for number in range(2000):
    power = gmpy2.mpz(3) ** 200 + number
    gmpy2.is_prime(power)
    gmpy2.gcd(power, 81)
    fraction = gmpy2.mpq(1, number + 1) + gmpy2.mpq(1, 3)
    gmpy2.sqrt(gmpy2.mpfr(2))
    for call in (lambda: power // 0, lambda: gmpy2.mpz("bad"),
                 lambda: gmpy2.invert(2, 4)):
        try:
            call()
        except (ZeroDivisionError, ValueError):
            pass
print(power, fraction)
