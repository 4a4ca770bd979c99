/** Placeholder for the introduction, which the worker inserts. */
export const INTRODUCTION_PLACEHOLDER = '<!--introduction-->';
/** Placeholder for the list of saved pages, which the worker inserts. */
export const SAVED_PLACEHOLDER = '<!--saved-->';

export const OFFLINE_INTRODUCTION =
  '<h1>You are offline</h1><p>This page could not be loaded because you have no internet connection. Calls and text messages work without one.</p><p><a href="">Try again</a></p>';
export const SAVED_INTRODUCTION =
  '<h1>Saved pages</h1><p>These pages are saved on this device and open offline. Anyone who uses the device can see them. “Exit this page” deletes them.</p><p><a href="/">Home</a></p>';
