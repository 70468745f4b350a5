# Everything that is done with this tree; `make help` lists it.

PREFIX     ?= /usr/local
sysconfdir ?= /etc
DESTDIR    ?=
SWIFT      ?= swift
# That will run the units; this machine's, if not said.
SYSTEMD_VERSION ?= $(shell systemctl --version 2>/dev/null | sed -nE '1s/^systemd ([0-9]+).*/\1/p')

bindir      = $(PREFIX)/bin
unitdir     = $(PREFIX)/lib/systemd/system
catalogdir  = $(PREFIX)/lib/systemd/catalog
sysusersdir = $(PREFIX)/lib/sysusers.d
datadir     = $(PREFIX)/share/bgtaskd
docdir      = $(PREFIX)/share/doc/bgtaskd
confdir     = $(sysconfdir)/bgtaskd
mandir      = $(PREFIX)/share/man
# Where each shell looks by itself; zsh does so in its own place alone.
bashdir     = $(PREFIX)/share/bash-completion/completions
zshdir      = $(PREFIX)/share/zsh/site-functions
fishdir     = $(PREFIX)/share/fish/vendor_completions.d

programs = bgtaskd bgtaskctl
units    = bgtaskd.service bgtaskd.socket bgtaskd-control.socket bgtaskd-web.socket idevicesyslog@.service
dropin   = bgtaskd.service.d/systemd-254.conf
catalogs = bgtaskd.catalog bgtaskd.zh_CN.catalog
# Each by its section: man1/bgtaskctl.1
manuals  = $(foreach page,$(notdir $(wildcard Sources/Manual/*)),man$(subst .,,$(suffix $(page)))/$(page))
# SHELL:FILE. A shell looks for the script by the name of the program; zsh finds in it what it is for.
completions = $(programs:%=bash:$(bashdir)/%) zsh:$(zshdir)/_bgtaskctl $(programs:%=fish:$(fishdir)/%.fish)
release  = .build/release
binaries = $(programs:%=$(release)/%)

SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.SILENT:
.DEFAULT_GOAL := build
.PHONY: deb check-deb help deps build-deps bench-deps build check test fuzz crash load bench bench-compare lint demo run install uninstall clean

help:
	cat <<-'END'
	make deps       install what building and testing needs and is not there (Debian, Ubuntu)
	make build      build both programs, optimised; they need no Swift where they run
	make check      lint, all tests, end to end and under a real systemd; what CI runs
	make test       the unit tests alone
	make check-asan the unit tests with AddressSanitizer and LeakSanitizer
	make check-tsan the unit tests with ThreadSanitizer
	make fuzz       look for inputs that break something, FUZZ_SECONDS=60 a target
	make crash      kill the daemon under load, CRASH_KILLS=300 times, and look what it lost
	make load       floods, slow readers, full disks: the figures of the README, for this machine
	make bench      how fast it is, beside wc, grep and SEC on the same bytes: a table, in under 5 minutes
	make bench-compare   what got slower since the commit BASE=REV, in instructions and in time
	make lint       the format of every source file
	make demo       post a real log to a daemon of its own and show what comes of it
	make run        run the daemon here, in the foreground, on sockets under .build/run
	make install    PREFIX=$(PREFIX) sysconfdir=$(sysconfdir) DESTDIR=$(DESTDIR) SYSTEMD_VERSION=$(SYSTEMD_VERSION)
	make deb        a Debian package, .build/deb/bgtaskd_VERSION_ARCH.deb
	make check-deb  install, upgrade, remove and purge it in a container with a real systemd
	make uninstall  remove what install put there; a changed configuration stays
	make clean      remove what a build made
	END

## Building

# What must be there, how one sees that it is, and the Debian package that brings it. Building cannot do
# without the first list; without the others, tests and benchmarks say what they skip.
build_needs = \
  'command -v pkg-config=pkg-config' \
  'pkg-config --exists libsystemd=libsystemd-dev' \
  'pkg-config --exists libpcre2-8=libpcre2-dev' \
  'pkg-config --exists sqlite3=libsqlite3-dev' \
  'pkg-config --exists libmicrohttpd=libmicrohttpd-dev'
test_needs = \
  'test -x /lib/systemd/systemd-journald=systemd' \
  'command -v systemd-socket-activate=systemd' \
  'command -v unshare=util-linux' \
  'command -v python3=python3' \
  'command -v xmllint=libxml2-utils' \
  '/usr/bin/python3 -c "import jsonschema"=python3-jsonschema' \
  'command -v systemd-nspawn=systemd-container' \
  'command -v chromium=chromium' \
  'command -v mandoc=mandoc' \
  'test -e /usr/share/bash-completion/bash_completion=bash-completion' \
  'command -v zsh=zsh' \
  'command -v fish=fish' \
  'command -v curl=curl' \
  'command -v promtool=prometheus' \
  'command -v mmdebstrap=mmdebstrap'
deb_needs = \
  'test -e /usr/share/perl5/Debian/Debhelper/Sequence/installsysusers.pm=debhelper' \
  'command -v dpkg-buildpackage=dpkg-dev' \
  'command -v lintian=lintian'
bench_needs = \
  'command -v python3=python3' \
  'command -v unshare=util-linux' \
  'command -v sec=sec' \
  'command -v valgrind=valgrind'

# Defines `missing NEED...`, which prints packages, and `fetch PACKAGE...`, which installs them.
define package_functions
missing() {
  local need
  for need; do
    eval "$${need%%=*}" >/dev/null 2>&1 || echo "$${need##*=}"
  done | sort -u | tr '\n' ' '
}
fetch() {
  local as_root=''
  if ! command -v apt-get >/dev/null; then
    echo "make: no apt-get here; install what gives you: $$*" >&2; return 1
  fi
  if [ "$$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "make: neither root nor sudo; as root: apt-get install $$*" >&2; return 1
    fi
    as_root=sudo
  fi
  echo "Installing $$*"
  $$as_root apt-get update -qq || echo "make: apt-get update failed, trying with old lists" >&2
  $$as_root env DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes \
    apt-get install -y -qq --no-install-recommends "$$@" >/dev/null
}
endef

build-deps:
	$(package_functions)
	command -v $(SWIFT) >/dev/null || {
	  echo "make: $(SWIFT): not found: Swift 6.2 or later is needed, see https://www.swift.org/install" >&2
	  exit 69
	}
	packages=$$(missing $(build_needs))
	[ -z "$$packages" ] || fetch $$packages

deps: build-deps
	$(package_functions)
	packages=$$(missing $(test_needs))
	[ -z "$$packages" ] || fetch $$packages ||
	  echo "make: going on without $$packages: tests that need them are skipped" >&2
	# The rules of axe-core, for the pages; Debian has no package of them.
	[ -e .build/axe ] || ! python3 -m pip --version >/dev/null 2>&1 ||
	  PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check \
	    --no-deps --target .build/axe axe-core-python==0.1.0 ||
	  echo "make: going on without axe-core: its rules for pages are not checked" >&2

release_build = $(SWIFT) build -c release --static-swift-stdlib

build: build-deps
	$(release_build)

lint:
	$(SWIFT) format lint --strict --parallel -r Sources Tests Package.swift

test: build-deps
	SWIFT=$(SWIFT) Tests/unit

check-asan: build-deps
	SWIFT=$(SWIFT) Tests/unit address

check-tsan: build-deps
	SWIFT=$(SWIFT) Tests/unit thread

# So long for each target.
FUZZ_SECONDS ?= 60

fuzz: build-deps
	SWIFT=$(SWIFT) Tests/Fuzz/run $(FUZZ_SECONDS)

CRASH_KILLS ?= 300

crash: deps
	$(release_build)
	Tests/Crash/crash $(release) --kills $(CRASH_KILLS)
	Tests/Crash/deadlines $(release) --kills $$(($(CRASH_KILLS) / 10))

load: deps
	$(release_build)
	Tests/Load/load $(release)

bench-deps: build-deps
	$(package_functions)
	packages=$$(missing $(bench_needs))
	[ -z "$$packages" ] || fetch $$packages ||
	  echo "make: going on without $$packages: what needs them is not measured" >&2

bench: bench-deps
	$(release_build)
	Tests/Bench/bench $(release)

bench-compare: bench-deps
	[ -n "$(BASE)" ] || { echo "make: bench-compare: which commit? BASE=REV" >&2; exit 64; }
	$(release_build)
	SWIFT=$(SWIFT) Tests/Bench/compare "$(BASE)" $(release)

check: deps
	SWIFT=$(SWIFT) Tests/check

demo: build-deps
	$(package_functions)
	packages=$$(missing 'test -x /lib/systemd/systemd-journald=systemd' 'command -v unshare=util-linux')
	[ -z "$$packages" ] || fetch $$packages ||
	  echo "make: going on without $$packages: alerts are shown as the daemon prints them" >&2
	echo "Building (the first time takes a few minutes)"
	$(SWIFT) build
	Tests/Demo/demo "$$($(SWIFT) build --show-bin-path)"

run: build-deps
	$(SWIFT) build
	mkdir -p .build/run
	cat <<-END
	In another terminal:
	  export BGTASKD_INGEST=$$PWD/.build/run/ingest.sock BGTASKD_CONTROL=$$PWD/.build/run/control.sock
	  .build/debug/bgtaskctl post FILE
	  curl --unix-socket .build/run/web.sock http://localhost/api/v1/findings
	END
	exec .build/debug/bgtaskd --config config/bgtaskd.conf \
	  --ingest .build/run/ingest.sock --control .build/run/control.sock --web .build/run/web.sock

clean:
	rm -rf .build

## Installing

# Puts a file in its place with the paths of this installation in it.
define place_function
place() { # FILE DIRECTORY [NAME]
  install -d "$(DESTDIR)$$2"
  sed -e 's|/usr/local|$(PREFIX)|g' -e 's|/etc/bgtaskd|$(confdir)|g' "$$1" \
    >"$(DESTDIR)$$2/$${3:-$$(basename "$$1")}"
  chmod 644 "$(DESTDIR)$$2/$${3:-$$(basename "$$1")}"
}
endef

# Only where nothing was built yet: whoever installs as root does not want to build as root.
$(binaries) &: | build-deps
	$(release_build)

install: $(binaries)
	$(place_function)
	install -d "$(DESTDIR)$(bindir)" "$(DESTDIR)$(confdir)/bgtaskd.conf.d" \
	  "$(DESTDIR)$(confdir)/sdks.conf.d"
	for program in $(programs); do
	  if readelf -d $(release)/$$program | grep -q 'NEEDED.*libswift'; then
	    echo "make: $(release)/$$program: needs Swift where it runs: make build first" >&2
	    exit 1
	  fi
	  install -m 755 $(release)/$$program "$(DESTDIR)$(bindir)/$$program"
	  strip "$(DESTDIR)$(bindir)/$$program"
	done
	for unit in $(units); do place systemd/$$unit $(unitdir); done
	if [ "0$(SYSTEMD_VERSION)" -ge 254 ]; then
	  place systemd/$(dropin) $(unitdir)/$(dir $(dropin))
	else
	  rm -f "$(DESTDIR)$(unitdir)/$(dropin)"
	fi
	for catalog in $(catalogs); do place systemd/$$catalog $(catalogdir); done
	for page in $(manuals); do place Sources/Manual/$${page#*/} $(mandir)/$${page%/*}; done
	for script in $(completions); do
	  install -d "$(DESTDIR)$$(dirname $${script#*:})"
	  $(release)/bgtaskctl completion $${script%%:*} >"$(DESTDIR)$${script#*:}"
	  chmod 644 "$(DESTDIR)$${script#*:}"
	done
	place systemd/bgtaskd.sysusers $(sysusersdir) bgtaskd.conf
	place config/sdks.conf $(datadir)
	place README.md $(docdir)
	place LICENSE $(docdir)
	place config/bgtaskd.conf $(docdir)
	place config/suppressions.conf $(docdir)
	if [ -e "$(DESTDIR)$(confdir)/bgtaskd.conf" ]; then
	  echo "Kept $(DESTDIR)$(confdir)/bgtaskd.conf; the shipped one is $(docdir)/bgtaskd.conf"
	else
	  place config/bgtaskd.conf $(confdir)
	fi
	if [ -z "$(DESTDIR)" ]; then
	  ! command -v systemd-sysusers >/dev/null || systemd-sysusers
	  ! command -v journalctl >/dev/null || journalctl --update-catalog
	  [ ! -d /run/systemd/system ] || systemctl daemon-reload
	  echo "Installed. To start: systemctl enable --now bgtaskd.socket bgtaskd-control.socket"
	fi

uninstall:
	if [ -z "$(DESTDIR)" ] && [ -d /run/systemd/system ]; then
	  systemctl stop 'idevicesyslog@*.service' 2>/dev/null || true
	  systemctl disable --now $(filter-out %@.service,$(units)) 2>/dev/null || true
	fi
	cd "$(DESTDIR)/"
	# The configuration goes only if it is the one that was installed.
	conf=.$(confdir)/bgtaskd.conf
	if cmp -s "$$conf" .$(docdir)/bgtaskd.conf; then rm "$$conf"
	elif [ -e "$$conf" ]; then echo "Kept $(DESTDIR)$(confdir)/bgtaskd.conf: it was changed"
	fi
	rm -f $(programs:%=.$(bindir)/%) $(units:%=.$(unitdir)/%) .$(unitdir)/$(dropin) \
	  $(catalogs:%=.$(catalogdir)/%) $(manuals:%=.$(mandir)/%) \
	  $(foreach script,$(completions),.$(lastword $(subst :, ,$(script))))
	rm -f .$(sysusersdir)/bgtaskd.conf .$(datadir)/sdks.conf .$(docdir)/{README.md,LICENSE,bgtaskd.conf,suppressions.conf}
	for folder in .$(docdir) .$(datadir) .$(confdir)/{sdks,bgtaskd}.conf.d .$(confdir) \
	  .$(unitdir)/$(dir $(dropin)) .$(unitdir) \
	  .$(catalogdir) .$(PREFIX)/lib/systemd .$(sysusersdir) \
	  $(addprefix .$(mandir)/,$(sort $(dir $(manuals)))) .$(mandir) \
	  $(foreach folder,$(bashdir) $(zshdir) $(fishdir),.$(folder) .$(dir $(folder))); do
	  [ ! -d $$folder ] || rmdir --ignore-fail-on-non-empty $$folder
	done
	if [ -z "$(DESTDIR)" ]; then
	  ! command -v journalctl >/dev/null || journalctl --update-catalog
	  [ ! -d /run/systemd/system ] || systemctl daemon-reload
	  [ ! -e /var/lib/bgtaskd ] || echo "Kept /var/lib/bgtaskd, what the daemon knows; remove it if it is not wanted"
	fi

## Packaging

deb_tree = .build/deb/tree

# Of the files that are under version control, as they stand, and of the programs, built as all others are.
deb: $(binaries)
	$(package_functions)
	packages=$$(missing $(deb_needs))
	[ -z "$$packages" ] || fetch $$packages
	rm -rf .build/deb
	mkdir -p $(deb_tree)/$(release)
	cp -a Makefile README.md LICENSE config debian systemd Sources $(deb_tree)
	cp -a $(binaries) $(deb_tree)/$(release)
	cd $(deb_tree)
	dpkg-buildpackage --build=binary --no-sign >../build.log 2>&1 ||
	  { tail -n 40 ../build.log >&2; exit 1; }
	cd ..
	lintian --fail-on error,warning --tag-display-limit 0 bgtaskd_*.deb
	rm -rf tree
	ls -1 "$$PWD"/bgtaskd_*.deb

check-deb: deps deb
	Tests/Package/check .build/deb/bgtaskd_*.deb
