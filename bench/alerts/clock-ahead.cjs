/** Preloaded into a program to set its clock twenty minutes ahead. */
const AHEAD_MS = 20 * 60_000;
const MachineDate = Date;

globalThis.Date = class extends MachineDate {
  constructor(...values) {
    if (values.length === 0) super(MachineDate.now() + AHEAD_MS);
    else super(...values);
  }

  static now() {
    return MachineDate.now() + AHEAD_MS;
  }
};
