# debian.sh - where Debian's packages come from; sourced.

# shellcheck disable=SC2034 # used by who sources it
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# mirror_of_system: the archive of Debian that this system's apt uses, without
# that of security updates.
mirror_of_system() {
    apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' \
        'Created-By: Packages' 2>/dev/null |
        sed -n 's/^Debian Debian //p' | sed -n 1p
}
