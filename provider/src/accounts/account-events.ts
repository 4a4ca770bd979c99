import type { Role } from '@site/shared/domain/roles';

/** What the owner of an account must learn of, even if somebody else did it. (Everything that happens is in the audit log.) */
export type AccountEvent = { readonly userId: string } & (
  | { readonly kind: 'new-device'; readonly device: string | null }
  | { readonly kind: 'password-changed' | 'recovery-code-used' | 'second-factor-removed' }
  | { readonly kind: 'second-factor-added'; readonly factor: 'totp' | 'passkey' }
  | { readonly kind: 'role-changed'; readonly from: Role; readonly to: Role }
);

export type AccountEventListener = (event: AccountEvent) => Promise<void>;

/** The one place where account events are raised. */
export interface AccountEvents {
  /** Resolves when every listener has taken note. */
  raise(event: AccountEvent): Promise<void>;
}

export const createAccountEvents = (listeners: readonly AccountEventListener[]): AccountEvents => ({
  raise: async (event) => {
    for (const listener of listeners) await listener(event);
  },
});
