#!/bin/sh
# For any CI, or your own machine: deploys the folder as the draft, and on a release also submits it for review.
# Usage: deploy.sh [release]. Replace tides (the slug of your app), app (its folder) and the empty terms. Needs Node 22.19 or
# later.
#
# Set in the environment, best by the secrets of your CI:
#   MINIAPPS_BASE_URL  The address of the service.
#   MINIAPPS_API_KEY   A key from the section "API keys" of the service's dashboard, of the account that owns the app. It can change
#                      every app of that account: give it only to runs of branches and tags that are protected.
set -eu

slug=tides
folder=app
# The version of the developer terms that you have read and accept. It is empty because nobody can accept them for you. To learn
# the current version, use "unknown": nothing is submitted, and the error names it.
terms=

miniapp() {
  npx --yes miniapp-deploy@1.0.0 "$@"
}

case "${1-}" in
  release) miniapp deploy "$folder" --slug "$slug" --submit --terms-version "$terms" ;;
  '') miniapp deploy "$folder" --slug "$slug" --create ;;
  *)
    echo "Usage: deploy.sh [release]" >&2
    exit 2
    ;;
esac
