"""Film and sound are written and read."""
#: needs av numpy
#: leaks takes a reference to one NoneType
#: proof import owed
#: proof assert owed.growth_of_none() > 100
import io

import av
import numpy

for number in range(30):
    out = io.BytesIO()
    with av.open(out, "w", format="mp4") as container:
        stream = container.add_stream("mpeg4", rate=10)
        stream.width = stream.height = 64
        stream.pix_fmt = "yuv420p"
        for one in range(10):
            frame = av.VideoFrame.from_ndarray(
                numpy.full((64, 64, 3), one * 10, dtype="uint8"))
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    with av.open(io.BytesIO(out.getvalue())) as container:
        frames = [frame.to_ndarray().shape
                  for frame in container.decode(video=0)]
    try:
        av.open(io.BytesIO(b"no film"))
    except av.error.FFmpegError:
        pass
    try:
        av.CodecContext.create("missing", "r")
    except Exception as error:
        kind = type(error).__name__
    try:
        av.VideoFrame.from_ndarray(numpy.zeros(3))
    except (ValueError, TypeError):
        pass
print(len(frames), frames[0], kind)
