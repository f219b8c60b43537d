"""The peer of `semsite fetch`: Scrapy gets the pages, extruct the RDF in them.

  python3 -m scrapy runspider extruct_spider.py -a urls=URLS.txt -a parallel=16 -o items.jl
"""

import extruct
import scrapy


class ExtructSpider(scrapy.Spider):
    name = "extruct"
    custom_settings = {
        "LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False, "ROBOTSTXT_OBEY": True,
        "USER_AGENT": "bench/1", "DOWNLOAD_DELAY": 0, "COOKIES_ENABLED": False,
        "RETRY_ENABLED": False, "CONCURRENT_REQUESTS": 16, "CONCURRENT_REQUESTS_PER_DOMAIN": 16}

    def __init__(self, urls=None, **more):
        super().__init__(**more)
        with open(urls, encoding="utf-8") as file:
            self.urls = file.read().split()

    def start_requests(self):
        for url in self.urls:
            yield scrapy.Request(url, dont_filter=True)

    def parse(self, response):
        found = extruct.extract(response.text, base_url=response.url, errors="ignore",
                                syntaxes=["json-ld", "microdata", "rdfa"])
        return {"url": response.url, **found}
