#!/bin/sh
# Makes docs/pages: a sheet a page, with how it looks at 360, 820 and 1280 px by day and at
# 1920 px in the dark, from the pictures that the browser tests write. Wants ImageMagick.
#   scripts/pages.sh         runs the tests first
#   scripts/pages.sh FOLDER  takes the pictures that a run with HARBORMASTER_SHOTS=FOLDER left
set -eu

if ! command -v montage >/dev/null 2>&1; then
	echo "pages: ImageMagick is missing; run: sudo apt-get install -y imagemagick" >&2
	exit 1
fi
from=${1:-}
if [ -z "$from" ]; then
	from=$(mktemp -d)
	trap 'rm -rf "$from"' EXIT
	HARBORMASTER_SHOTS="$from" "${GO:-go}" test -count=1 -timeout 20m -run 'Screens$' ./web
fi
mkdir -p docs/pages
rm -f docs/pages/*.webp
for last in "$from"/*-1920-dark.png; do
	page=$(basename "$last" -1920-dark.png)
	montage "$from/$page-360-light.png" "$from/$page-820-light.png" "$from/$page-1280-light.png" "$last" \
		-tile 4x1 -geometry '480x900>+8+8' -gravity north -background '#8d8d88' -quality 60 "docs/pages/$page.webp"
done
{
	echo "# Every page"
	echo
	echo "At 360, 820 and 1280 px in the light colors, at 1920 px in the dark ones. Made by \`make pages\`."
	for sheet in docs/pages/*.webp; do
		page=$(basename "$sheet" .webp)
		printf '\n## %s\n\n![The page "%s" in four sizes](%s.webp)\n' "$page" "$page" "$page"
	done
} >docs/pages/README.md
du -sh docs/pages
