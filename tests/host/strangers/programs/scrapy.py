"""Pages that are searched."""
#: needs scrapy
from scrapy.http import HtmlResponse

for number in range(300):
    page = HtmlResponse("http://x/",
                        body=b"<html><a href='q'>t</a></html>")
    found = (page.css("a::attr(href)").getall(),
             page.xpath("//a/text()").get())
print(found)
