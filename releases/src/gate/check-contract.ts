import { SUPPORTED_CONTRACT_VERSIONS } from '@site/shared/remote/remote-contract';
import { singletons } from '@site/shared/remote/singletons';
import { type Candidate, isOwnRuntimeName, isValid } from './candidate.ts';
import { createFindingFactory, type Finding } from './finding.ts';

const finding = createFindingFactory('contract');
const MANIFEST = 'browser/build.json';

const getMajor = (version: string): string => version.split('.')[0] ?? '';

/** React promises compatibility within a major version. The router's version changes with the contract, so both versions must be equal. */
const accepts = (name: string, providedVersion: string, builtVersion: string): boolean =>
  name.startsWith('@site/') ? providedVersion === builtVersion : getMajor(providedVersion) === getMajor(builtVersion);

/** Checks whether this host can run the build: its remote contract must be in `contracts`, and its singletons must be compatible with the host's. */
export const checkContract = ({ remote, build }: Candidate, contracts: readonly number[] = SUPPORTED_CONTRACT_VERSIONS): Finding[] => {
  if (!isValid(build)) return [finding(MANIFEST, `cannot be read: ${build.invalid}`, 'It is written by the build: remove the dist folder and build again.')];
  const findings: Finding[] = [];
  if (!contracts.includes(build.contract))
    findings.push(
      finding(
        MANIFEST,
        `is built for version ${build.contract} of the remote contract; the host serves ${contracts.join(' and ')}.`,
        'Build for one that it serves (docs/contracts/remote.md), or release the host first.',
      ),
    );
  if (build.shared === undefined)
    findings.push(finding(MANIFEST, 'does not name the versions of the shared modules.', 'Build again with the recipe of this repository.'));
  if (!isOwnRuntimeName(remote, build))
    findings.push(
      finding(
        MANIFEST,
        `has ${build.runtimeName === undefined ? 'no runtime name' : `the runtime name ${build.runtimeName}`}, which is not that of ${build.entry}.`,
        'Both are written by the build: remove the dist folder and build again.',
      ),
    );
  for (const [name, built] of Object.entries(build.shared ?? {})) {
    const provided = Object.entries(singletons).find(([singleton]) => singleton === name)?.[1].version;
    if (provided === undefined) findings.push(finding(MANIFEST, `needs ${name} from the host, which does not share it.`, 'Bundle it with the remote.'));
    else if (!accepts(name, provided, built))
      findings.push(finding(MANIFEST, `is built against ${name} ${built}; the host provides ${provided}.`, `Depend on ${name} ${provided} and build again.`));
  }
  return findings;
};
