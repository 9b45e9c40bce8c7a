"""Sequences and structures, with C of hand."""
#: needs biopython numpy
#: leaks Float64DType
#: proof import runpy, sys, numpy
#: proof kind = numpy.dtype("f8")
#: proof before = sys.getrefcount(kind)
#: proof runpy.run_path("program.py")
#: proof assert sys.getrefcount(kind) >= before + 100
from io import StringIO

from Bio import Align, SeqIO, motifs
from Bio.Cluster import kcluster
from Bio.PDB import kdtrees
from Bio.Seq import MutableSeq, Seq
import numpy

aligner = Align.PairwiseAligner()
aligner.mode = "local"
aligner.open_gap_score = -1
for number in range(200):
    score = aligner.score("ACGTACGT" * 3, "ACGACG")
    best = aligner.align("ACGTACGT", "ACGACG")[0]
    text = str(best.coordinates.tolist())
    records = list(SeqIO.parse(StringIO(">a\nACGT\n>b\nGGTT\n"), "fasta"))
    protein = str(Seq("ATGGCC").translate())
    changed = MutableSeq("ACGT")
    changed[1] = "T"
    try:
        Seq("A!G").translate()
    except Exception as error:
        said = type(error).__name__
    try:
        aligner.score("ACGT", 5)
    except (TypeError, ValueError):
        pass
    clusters, error, count = kcluster(numpy.arange(12.0).reshape(6, 2), 2)
    tree = kdtrees.KDTree(numpy.arange(30.0).reshape(10, 3), 10)
    near = len(tree.search(numpy.array([1.0, 2.0, 3.0]), 10.0))
    motif = motifs.create([Seq("ACGT"), Seq("AGGT")])
    consensus = str(motif.consensus)
print(score, text, len(records), protein, changed, said, len(clusters), near,
      consensus)
