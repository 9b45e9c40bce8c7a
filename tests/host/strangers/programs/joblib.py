"""Two processes that calculate."""
#: needs joblib
from joblib import Parallel, delayed

if __name__ == "__main__":
    print(sum(Parallel(n_jobs=2)(delayed(abs)(one) for one in range(50))))
