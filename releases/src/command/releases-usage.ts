/** All commands, for people. Two spaces separate a command from its description. */
export const RELEASES_USAGE = `Use:
  npm run deploy -w remote-<name>                                 release a remote; -- --skip-browser on a machine without one, -- --allow-growth for much larger pages,
                                                                  -- --publish-only to publish it without making it active, -- --canary 5 or -- --staff to make it a canary
  npm run dev -w remote-<name>                                    the pages of a remote alone, with Fast Refresh and sample content; -- --host <url> shows them in that site, on this
                                                                  machine only; --port <number>
  npm run check:release -w remote-<name>                          the gate alone, for what has been built
  npm run rollback -- <name> [--version <version>]                back to the last good version, or another one of the last 20; the one that is left is bad from then on
  npm run releases                                                all versions
  npm run releases -- history [<name>] [--limit 50]               who released what, when and why
  npm run releases -- activate <name> <version>                   also an older version, on the server also a bad one
  npm run releases -- freeze <name> --reason <text>               no version becomes active until: npm run releases -- unfreeze <name> [--reason <text>]
  npm run releases -- check <name> <version>                      the host's gate again; with --to only
  npm run releases -- preview <name> <version> [--hours 1]        an address that shows a published version inside the site; of another site than this machine's with --site <url>
  npm run releases -- revoke-preview <id>                         ends it; on the server also all of them: all
  npm run releases -- canary <name> <version> --share 5           staff and 5 % of visitors, with --staff staff alone, get a published version; it is undone if it fails more
                                                                  often than the active one, and becomes active after --views 500 and --minutes 10 if it does not
  npm run releases -- promote <name>                              the canary becomes active now
  npm run releases -- stop-canary <name>                          everybody gets the active version
  npm run releases -- mark-bad <name> <version>                   never the last good version again
  npm run releases -- remove <name>                               the remote's paths become free
  npm run releases -- prune                                       remove the versions that nothing needs any more; --dry-run only lists them
  npm run releases -- paths <name> add|remove|move <path>         the paths that a remote owns
  npm run releases -- keys                                        the public keys of the registry and of the teams
  npm run releases -- keys add <name>|registry [<public key>]     another key of a team, made here without one; of the registry, in DATA_DIR/keys
  npm run releases -- keys retire <id> [--stolen]                 nothing that it signs from now on is used; of the registry's, all versions are signed again. If it was
                                                                  stolen, only those that are or were active, and keys that this machine does not have are retired too
  npm run releases -- keys new                                    a pair of keys for RELEASE_KEY, made on the team's machine
  npm run releases -- verify [<name>]                             reads every signature and every file of the store
  npm run releases -- links <name> allow|hide                     whether the links that a remote asks for are in the Explore group
  npx <kit> new <name> --path /<path>                             a new remote in a repository of its own, where -w remote-<name> is left out
With --to <address of a site> the commands for releases work from another machine, with the token of one remote in RELEASE_TOKEN (npm run tokens) and the team's key in RELEASE_KEY. --reason <text>
becomes part of the history of activate, canary, promote, stop-canary, unfreeze, mark-bad and rollback. Exit status: 1 if a change was rejected, 2 if a command cannot be understood.`;
