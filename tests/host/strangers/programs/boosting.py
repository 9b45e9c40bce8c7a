"""Trees by threads of OpenMP, and by a library that has its own allocator."""
#: needs catboost lightgbm xgboost numpy
import catboost
import lightgbm
import numpy
import xgboost

random = numpy.random.default_rng(1)
x = random.normal(size=(200, 5))
y = (x[:, 0] + x[:, 1] > 0).astype(int)
for number in range(5):
    one = catboost.CatBoostClassifier(iterations=5, verbose=False,
                                      thread_count=2,
                                      allow_writing_files=False)
    one.fit(x, y)
    first = one.predict(x[:5])
    try:
        one.predict([["a", "b"]])
    except catboost.CatBoostError:
        pass
    data = lightgbm.Dataset(x, y)
    two = lightgbm.train({"objective": "binary", "verbose": -1,
                          "num_threads": 2}, data, 5)
    second = two.predict(x[:5]).round(2)
    three = xgboost.train({"objective": "binary:logistic", "nthread": 2},
                          xgboost.DMatrix(x, y), 5,
                          obj=None)
    third = three.predict(xgboost.DMatrix(x[:5])).round(2)
print(first, second, third)
