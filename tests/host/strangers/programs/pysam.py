"""Alignments and variants of genomes, in files."""
#: needs pysam
import pysam

header = {"HD": {"VN": "1.0"}, "SQ": [{"LN": 1000, "SN": "one"}]}
for number in range(100):
    with pysam.AlignmentFile("a.bam", "wb", header=header) as out:
        for place in range(20):
            read = pysam.AlignedSegment(out.header)
            read.query_name = "read%d" % place
            read.query_sequence = "ACGTACGTAC"
            read.flag = 0
            read.reference_id = 0
            read.reference_start = 10 * place
            read.cigar = ((0, 10),)
            read.set_tag("NM", place)
            out.write(read)
    pysam.index("a.bam")
    with pysam.AlignmentFile("a.bam") as file:
        found = [read.query_name for read in file.fetch("one", 20, 60)]
        try:
            file.fetch("missing")
        except ValueError:
            pass
        try:
            read.get_tag("XX")
        except KeyError:
            pass
        columns = sum(1 for column in file.pileup("one", 0, 50)
                      for one in column.pileups)
    try:
        pysam.AlignmentFile("missing.bam")
    except FileNotFoundError:
        pass
print(found, columns)
