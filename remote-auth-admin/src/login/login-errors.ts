import { credentialsSchema } from '@site/shared/contracts/auth';
import * as v from 'valibot';

export const LOGIN_FIELDS = ['email', 'password'] as const;
export type LoginField = (typeof LOGIN_FIELDS)[number];
export type LoginErrors = Readonly<Partial<Record<LoginField, string>>>;

export interface LoginValues {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

/** What is wrong with each field: its first message (LOGIN-06, LOGIN-07). */
export const loginErrors = (values: LoginValues): LoginErrors => {
  const parsed = v.safeParse(credentialsSchema, values);
  if (parsed.success) return {};
  const { nested } = v.flatten<typeof credentialsSchema>(parsed.issues);
  const errors: Partial<Record<LoginField, string>> = {};
  for (const field of LOGIN_FIELDS) {
    const message = nested?.[field]?.[0];
    if (message !== undefined) errors[field] = message;
  }
  return errors;
};
