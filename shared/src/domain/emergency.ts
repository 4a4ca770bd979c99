/** Situations in which to call the emergency services, worded as the end of a sentence that begins with "if". Used wherever help is offered. */
export const EMERGENCY_SITUATION =
  'someone does not wake up, is breathing slowly, has a fit, has swallowed poison or many tablets, wants to die or is in danger';

/** Advice if the emergency services cannot be reached, shown after the sentence that contains `EMERGENCY_SITUATION`. */
export const NO_ANSWER = 'If nobody answers, go to the nearest hospital.';

export const nameEmergencyCall = (telephone: string): string => `Emergency: call ${telephone}`;
