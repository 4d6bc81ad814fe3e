# Writes OUTPUT with one row PAGE("id", text) per file docs/rules/<id>.md of PAGES.
set(rows "")
foreach(page ${PAGES})
  get_filename_component(id ${page} NAME_WE)
  file(READ ${page} text)
  string(APPEND rows "PAGE(\"${id}\", R\"PAGE(${text})PAGE\")\n")
endforeach()
file(WRITE ${OUTPUT} "${rows}")
