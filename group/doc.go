// Package group has groups of tools. A client sees two tools of a group instead of many: NAME_find describes the tools
// of the group, and NAME_call calls one of them. With a language model, NAME_agent does tasks with them.
// docs/hosters/groups.md is for owners.
//
// A group is a way to list tools and gives no rights. Its tools can still be called by their names, and a caller finds
// in a group what it may call. The package knows names and descriptions of tools. It calls none: package mcp does that.
//
// # Find and call
//
// NAME_call has no rules of its own. Before anything else, mcp replaces the message by the call of the tool underneath,
// and admission, limits, keys, results and metrics follow from that message. Its annotations are those of all tools of
// the group that the caller may use, together.
//
// NAME_find searches names, titles and descriptions. It leaves out schemas, which have the same few words. Its result
// is bounded, but always has the whole schema of the first tool, so that every schema can be read.
//
// The own tools of a group come before tools of upstreams with the same name: the owner has chosen them. They cannot be
// in a group, so a call is unwrapped once.
//
// # Tasks
//
// The model only chooses. It is offered the tools of the group that only read, and each call that it asks for is a call
// of the agent's caller: looked for among those tools, admitted, checked, run in the caller's view and counted for the
// caller's rate. So a text in a result can mislead the answer, but cannot widen what is called. Results and the data of
// a task are marked as data, and the rules for the model say that results are not instructions.
//
// Calls of tools, tokens, bytes of results, time, and tasks at a time are configured within limits. An answer asks for
// at most 16 calls. The model is offered at most 64 tools, those that fit the task best. A model that asks for more
// than it may have gets one more request, in which it can only answer.
//
// Tasks that run are counted per group, over all servers and across reloads. A caller has one at a time, so that it
// cannot take all turns.
//
// Tokens are also counted per caller, group and day (package quota). The estimate of a request, with the schemas of the
// tools, is counted before it is sent, and corrected by what the endpoint counts. A request that fails stays counted,
// because the endpoint may bill it: callers could spend tokens by leaving otherwise.
package group
