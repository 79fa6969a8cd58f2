#!/bin/sh
# Makes the planet's archives and its page: examples/planet/make.sh [ZOOM [FOLDER]], by default zooms 0 to 6 in out/planet.
# BURL is the tool; if not given, burl of PATH or else build/burl.  Run again, it goes on where it was interrupted.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
here=$top/examples/planet
zoom=${1:-6}
case $zoom in *[!0-9]* | "") sed -n 2,3s/..//p "$0"; exit 2 ;; esac
out=${2:-$top/out/planet}
burl=${BURL:-$(command -v burl || echo "$top/build/burl")}

mkdir -p "$out"
"$burl" plan "$here/planet.burl" --zoom "0-$zoom" --layer height:terrarium --layer result --format webp --shards 16 -o "$out/plan"
"$burl" run "$out/plan"
"$burl" merge "$out/plan" -o "$out/{layer}.pmtiles"

(cd "$here" && npm ci --ignore-scripts --silent)
for file in index.html style.css page.js planet.burl node_modules/pmtiles/dist/pmtiles.js \
  node_modules/maplibre-gl/dist/maplibre-gl.css node_modules/maplibre-gl/dist/maplibre-gl.mjs \
  node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs; do
  cp "$here/$file" "$out"
done
echo "node $here/serve.js $out"
