import { closeAfterEach } from './closeAfterEach';
import { startStubServer } from './stubServer';

/** Starts stub servers, each for the test that starts it. */
export const useStubServers = () => closeAfterEach(startStubServer);
