/** True in development and in demo builds: opens the component gallery. */
declare const __ZABUNI_DEMO__: boolean
