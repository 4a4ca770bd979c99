/** When to call the emergency services, as the rest of a sentence that begins with "if". Wherever help is offered it has these words. */
export const EMERGENCY_SITUATION = 'someone does not wake up, is breathing slowly, wants to die or is in danger';

/** The label of a link that calls the emergency services. */
export const nameEmergencyCall = (telephone: string): string => `Emergency: call ${telephone}`;
