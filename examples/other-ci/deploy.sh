#!/bin/sh
# Any CI, or a machine of your own: deploys the folder as the draft, and on a release also sends it for review.
# Usage: deploy.sh [release]. Needs Node 22.19 or later, and in the environment MINIAPPS_API_KEY and MINIAPPS_BASE_URL.
set -eu

slug=tides
folder=app
terms=2026-10 # the version of the developer terms that you have read and accept

miniapp() {
  npx --yes miniapp-deploy@1 "$@"
}

if [ "${1:-}" = release ]; then
  miniapp deploy "$folder" --slug "$slug" --submit --terms-version "$terms"
else
  miniapp deploy "$folder" --slug "$slug" --create
fi
