import type { ApiError } from '@site/shared/contracts/api-error';
import type { Result } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';

/** Props shared by all panels on the screen. */
export interface SecurityPanelProps {
  readonly services: HostServices;
  /** Runs a change, shows its error above the panels, and reloads the screen's data. Resolves to whether the change succeeded. */
  readonly change: <Payload>(call: () => Promise<Result<Payload, ApiError>>, onDone?: (payload: Payload) => void) => Promise<boolean>;
  readonly showCodes: (response: { readonly recoveryCodes: readonly string[] }) => void;
}
