interface Router {
  readonly state: { readonly initialized: boolean };
  readonly subscribe: (listener: (state: { readonly initialized: boolean }) => void) => () => void;
}

/** Resolves when the loaders of the router's first page have finished. */
export const whenInitialized = (router: Router): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const unsubscribe = router.subscribe((state) => {
      if (!state.initialized) return;
      unsubscribe();
      resolve();
    });
  });
