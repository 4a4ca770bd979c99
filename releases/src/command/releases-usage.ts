/** All commands, for people. Two spaces separate a command from its description. */
export const RELEASES_USAGE = `Use:
  npm run deploy -w remote-<name>                                 release a remote; -- --skip-browser on a machine without one, -- --allow-growth for much larger pages,
                                                                  -- --publish-only to publish it without activating it, -- --canary 5 or -- --staff to make it a canary
  npm run dev -w remote-<name>                                    show the pages of a remote alone, with Fast Refresh and sample content; -- --host <url> shows them in that site,
                                                                  on this machine only; --port <number>
  npm run check:release -w remote-<name>                          run the gate alone, on what has been built
  npm run rollback -- <name> [--version <version>]                roll back to the last good version, or to another of the last 20; the active one is marked as bad
  npm run releases                                                list all versions
  npm run releases -- history [<name>] [--limit 50]               show who released what, when and why
  npm run releases -- activate <name> <version>                   activate any published version, on the server also a bad one; a team takes back what it has rolled back itself
  npm run releases -- freeze <name> --reason <text>               let no version become active
  npm run releases -- unfreeze <name> [--reason <text>]           let versions become active again
  npm run releases -- check <name> <version>                      run the host's release checks again; with --to only
  npm run releases -- preview <name> <version> [--hours 1]        print an address that shows a published version in the site; with --site <url> in another one than this machine's
  npm run releases -- revoke-preview <id>                         end a preview; on the server, all ends every preview
  npm run releases -- canary <name> <version> --share 5           give a published version to staff and 5 % of the visitors (--staff: staff only); it is undone if it fails more often
                                                                  than the active one, and otherwise activated after --views 500 and --minutes 10
  npm run releases -- promote <name>                              activate the canary now
  npm run releases -- stop-canary <name>                          end the canary: everybody gets the active version
  npm run releases -- mark-bad <name> <version>                   never use a version as the last good one again
  npm run releases -- remove <name>                               remove a remote; its paths become free
  npm run releases -- prune                                       remove the versions that nothing needs any more; --dry-run only lists them
  npm run releases -- paths <name> add|remove|move <path>         change the paths that a remote owns
  npm run releases -- keys                                        list the public keys of the registry and of the teams
  npm run releases -- keys add <name>|registry [<public key>]     add a key of a team, which is created here if none is given; of the registry, in DATA_DIR/keys
  npm run releases -- keys retire <id> [--stolen]                 reject what a key signs from now on; versions that a key of the registry has signed are signed again. If it was stolen,
                                                                  only those that are or were active, and keys that this machine does not have are retired too
  npm run releases -- keys new                                    create a key pair for RELEASE_KEY, on the team's machine
  npm run releases -- verify [<name>]                             check every signature and every file of the store
  npm run releases -- links <name> allow|hide                     allow or hide the links that a remote asks for in the Explore group
  npx <kit> new <name> --path /<path>                             create a remote in a repository of its own, where -w remote-<name> is left out
  npx site-kit adopt <name>                                       add what a remote lacks that has moved to a repository of its own: scripts, .gitignore, workflow
With --to <address of a site>, or RELEASE_SITE in a remote's own repository, the commands for releases work from another machine, with the token of one remote in RELEASE_TOKEN (npm run tokens) and the team's key in RELEASE_KEY. --reason <text>
becomes part of the history of activate, canary, promote, stop-canary, unfreeze, mark-bad and rollback. Exit status: 1 if a change was rejected, 2 if a command cannot be understood.`;
