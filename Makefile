# What people type; how it is done is in scripts/. `make` alone lists the targets.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup build serve test test-all test-slow test-rest test-cluster list-rest sanitize sanitize-kit sanitize-threads fuzz mutants bench bench-imaging bench-catalog bench-heif bench-host bench-remote bench-scale bench-web bench-video lint format install dist clean

# debug or release. Tests default to debug, the rest to release.
CONFIG ?= $(if $(filter test test-all test-slow test-rest test-cluster,$(MAKECMDGOALS)),debug,release)
# More arguments for every `swift build` and `swift test`, for example -Xswiftc -warnings-as-errors.
SWIFTFLAGS ?=
# A part of the Swift tests: a regular expression over their names.
FILTER ?=
# What to fuzz; none: everything. And how long each.
TARGETS ?=
SECONDS_EACH ?= 60
# How much the conformance kit checks in test-cluster: core, full or none.
LEVEL ?= core
# Which backends to check under the sanitizers; none: all.
BACKENDS ?=
# Which mutants to run again, by names or their beginnings; none: all that this build of the kit has not judged.
ONLY ?=
# What the kit's photos and sequences are made from when it judges mutants.
SEED ?= 1
# The folder of photos to serve; none: a demo library, painted for the purpose.
LIBRARY ?=
# The port of the page; none: the one that picker chooses.
PORT ?=
PREFIX ?= /usr/local
DESTDIR ?=

export CONFIG DESTDIR FILTER LEVEL LIBRARY PORT PREFIX SWIFTFLAGS

help: ## List these commands
	@echo 'Picker: a photo picker whose photo backends are plugins'
	@echo
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 24
	@echo
	@echo '  make serve LIBRARY=~/Pictures PORT=8420     serve your own folder'
	@echo '  make test FILTER=PixelBuffer                run a part of the Swift tests'
	@echo '  make build CONFIG=debug                     build without optimisation'
	@echo '  make install PREFIX=/usr/local DESTDIR=     choose where it goes'

setup: ## Install what building, testing and linting need
	@scripts/setup build test lint

build: ## Build everything (CONFIG=release or debug)
	@scripts/setup build
	swift build --configuration $(CONFIG) $(SWIFTFLAGS)

serve: ## Serve a folder of photos as a web page (LIBRARY=DIR, PORT=N)
	@scripts/setup build
	@scripts/serve

test: ## Run the tests, the browser's included (FILTER=NAME for a part)
	@scripts/setup build test
	@scripts/test

# What `make test` leaves to `make test-all`, in this order.
REST := test-slow sanitize sanitize-kit sanitize-threads test-rest fuzz

test-all: test ## Run everything: also long suites, sanitizers, and a minute of each fuzz target
	@for target in $(REST); do $(MAKE) --no-print-directory $$target || exit 1; done

test-slow: ## Run the tests that take long, which make test leaves out
	@scripts/setup build test
	@scripts/test slow

test-rest: ## Run the suites that have more to run than make test runs, with all of it
	@scripts/setup build test
	@scripts/test rest

test-cluster: ## Test a library in PostgreSQL and S3, which it starts and ends (LEVEL=full checks more)
	@scripts/setup build cluster
	@scripts/test-cluster

list-rest:
	@echo $(REST)

sanitize: ## Run the tests that touch pointers and plugins under AddressSanitizer
	@scripts/setup build test
	@scripts/sanitize

sanitize-kit: ## Check examples and backends under AddressSanitizer and LeakSanitizer (after sanitize; BACKENDS="c heif")
	@scripts/setup build test
	@scripts/sanitize-kit $(BACKENDS)

sanitize-threads: ## Run the tests that share state between threads under ThreadSanitizer
	@scripts/setup build test
	@scripts/sanitize-threads

fuzz: ## Feed mutated input to the readers of images and messages (TARGETS=PNG, SECONDS_EACH=600)
	@scripts/setup build
	@scripts/fuzz $(TARGETS) --seconds $(SECONDS_EACH)

mutants: ## Plant small bugs into backends and count those that the kit finds (ONLY="c-last-row f-leak", SEED=7)
	@scripts/setup build
	@scripts/mutants $(ONLY) --seed $(SEED)

bench: ## Measure against other tools (needs a quiet machine)
	@scripts/bench

bench-imaging: ## Measure thumbnails beside libvips
	@Benchmarks/imaging/run

bench-heif: ## Measure HEIC beside libvips, and tiles on two threads
	@Benchmarks/heif/run

bench-catalog: ## Measure the index beside find and a plain read
	@Benchmarks/catalog/run

bench-host: ## Measure images that were asked for before, beside nginx
	@Benchmarks/host/run

bench-remote: ## Measure a library on a server beside bare requests to it
	@Benchmarks/remote/run

bench-scale: ## Measure ten million assets in PostgreSQL beside bare SQL, ingest with two workers, and three hosts
	@Benchmarks/scale/run $(if $(ASSETS),--assets $(ASSETS))

bench-web: ## Measure the page at a million photos in browsers, and media links beside its thumbnails
	@Benchmarks/web/run

bench-video: ## Measure posters of videos beside ffmpeg
	@Benchmarks/video/run

lint: ## Check formatting and what a reviewer should not have to
	@scripts/setup build lint
	@scripts/lint

format: ## Format Swift and C the way lint wants it
	@scripts/setup build lint
	@scripts/format

install: ## Install under PREFIX (default /usr/local)
	@scripts/install

dist: ## Make a Debian package in artifacts/, Swift's libraries inside
	@scripts/dist

docs: ## Build the documentation of BackendKit with DocC
	@scripts/setup build
	@scripts/docs

clean: ## Delete what was built
	rm -rf .build artifacts
