import { describeRemedy, type Problem } from '../../nodes/shared/result/problem';

/** A problem with all that people read below its message as its description. */
export const withWholeRemedy = ({
	optionsAdvice = '',
	tryAgain = '',
	...rest
}: Problem): Problem => ({
	...rest,
	description: describeRemedy({ ...rest, optionsAdvice, tryAgain }),
});
