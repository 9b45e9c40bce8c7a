"""Three models that are fitted."""
#: needs scikit-learn
import numpy
from sklearn.cluster import KMeans
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression

points = numpy.random.RandomState(0).rand(200, 5)
classes = (points[:, 0] > .5).astype(int)
for number in range(3):
    LogisticRegression().fit(points, classes).predict(points)
    forest = RandomForestClassifier(10, random_state=0).fit(points, classes)
    KMeans(3, n_init=2, random_state=0).fit(points)
print(forest.score(points, classes))
