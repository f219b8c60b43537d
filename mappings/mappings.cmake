# The mappings that are built in, in the order in which they run; the folder of this file
# holds them.
set(SEMSITE_MAPPINGS
  ocx.ttl
  signmap.ttl
  diwoo.ttl
  google-news.ttl
  google-image.ttl
  google-video.ttl
  xhtml-links.ttl
)
