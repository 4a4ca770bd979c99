import { createFormToken } from '@site/shared/contracts/application';
import type { HostServices } from '@site/shared/remote/host-services';
import { useRef } from 'react';

interface FormToken {
  /** Requests a token on the first focus. Without a token, for example when offline, the form is still sent, but the provider accepts fewer such forms. */
  begin(): void;
  /** Returns the token for one submission. The next focus requests a new token. */
  consume(): { readonly formToken?: string };
}

/** Proves to our own form service when a visitor began to fill in the form. */
export const useFormToken = ({ http }: HostServices, isOwn: boolean): FormToken => {
  const isRequested = useRef(!isOwn);
  const token = useRef<string>(undefined);
  return {
    begin: () => {
      if (isRequested.current) return;
      isRequested.current = true;
      void http.call(createFormToken, { silent: true }).then((result) => {
        if (result.ok) token.current = result.value.token;
      });
    },
    consume: () => {
      const formToken = token.current;
      token.current = undefined;
      isRequested.current = !isOwn;
      return formToken === undefined ? {} : { formToken };
    },
  };
};
