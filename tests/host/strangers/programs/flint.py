"""Polynomials and matrices over the integers, and what has no inverse."""
#: needs python-flint
import flint

for number in range(300):
    polynomial = flint.fmpz_poly([number, 1]) ** 5
    factors = polynomial.factor()
    matrix = flint.fmpz_mat([[1, number], [2, 3]])
    determinant = matrix.det()
    flint.fmpq(1, number + 1) + 1
    for call in (lambda: flint.fmpq(1, 0), lambda: flint.fmpz("bad"),
                 lambda: flint.fmpz_mat([[0]]).inv()):
        try:
            call()
        except (ValueError, ZeroDivisionError):
            pass
print(factors, determinant)
