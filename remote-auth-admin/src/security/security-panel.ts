import type { ApiError } from '@site/shared/contracts/api-error';
import type { Result } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';

/** What the screen gives each of its panels. */
export interface SecurityPanelProps {
  readonly services: HostServices;
  /** Runs a change, shows its error above the panels, and loads the screen again. Resolves to whether it succeeded. */
  readonly change: <Payload>(call: () => Promise<Result<Payload, ApiError>>, onDone?: (payload: Payload) => void) => Promise<boolean>;
  readonly showCodes: (response: { readonly recoveryCodes: readonly string[] }) => void;
}
