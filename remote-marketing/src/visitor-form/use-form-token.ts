import { createFormToken } from '@site/shared/contracts/application';
import type { HostServices } from '@site/shared/remote/host-services';
import { useRef } from 'react';

interface FormToken {
  /** Requests a token at the first focus. Without a token, for example offline, the application is still sent, but the provider accepts fewer of those. */
  begin(): void;
  /** Returns the token of one application; the next focus requests another. */
  take(): { readonly formToken?: string };
}

/** Tells our own form service when a visitor began to fill in the form. */
export const useFormToken = ({ http }: HostServices, isOwn: boolean): FormToken => {
  const isBegun = useRef(!isOwn);
  const token = useRef<string>(undefined);
  return {
    begin: () => {
      if (isBegun.current) return;
      isBegun.current = true;
      void http.call(createFormToken, { silent: true }).then((result) => {
        if (result.ok) token.current = result.value.token;
      });
    },
    take: () => {
      const formToken = token.current;
      token.current = undefined;
      isBegun.current = !isOwn;
      return formToken === undefined ? {} : { formToken };
    },
  };
};
