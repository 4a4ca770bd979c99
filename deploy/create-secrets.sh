#!/bin/sh
# Writes the secrets that compose.yaml and the systemd units read to a folder (default: secrets, next to this file). Existing files are kept.
set -eu
folder=${1:-$(dirname "$0")/secrets}
umask 077
mkdir -p "$folder"
write() {
  if [ ! -s "$folder/$1" ]; then printf %s "$2" > "$folder/$1"; fi
}
random() {
  head -c 36 /dev/urandom | base64 | tr '+/' '-_'
}
for name in jwt-secret image-key audit-key data-key database-password s3-access-key-id s3-secret-access-key metrics-token; do
  write "$name" "$(random)"
done
write database-url "postgres://site:$(cat "$folder/database-password")@database:5432/site"
# Containers run as a different user than the files' owner, so the files are readable by all and only the folder is private.
chmod 700 "$folder"
chmod 644 "$folder"/*
