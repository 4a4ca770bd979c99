export declare const removeSpaceKerning: (source: Buffer) => Buffer;
