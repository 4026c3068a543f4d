// Ten operations of a running server through the client that oapi-codegen made, and what they answer.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"example.com/agent-service-clients/api"
)

func main() {
	if err := calls(context.Background(), os.Getenv("AGENT_API_URL"), os.Getenv("AGENT_API_KEY")); err != nil {
		fmt.Fprintln(os.Stderr, "go:", err)
		os.Exit(1)
	}
	fmt.Println("go: ten operations answered as described")
}

func calls(ctx context.Context, url, key string) error {
	client, err := api.NewClientWithResponses(url, api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}))
	if err != nil {
		return err
	}

	health, err := client.HealthWithResponse(ctx) // 1
	if err != nil || health.JSON200 == nil || health.JSON200.Status != "ok" {
		return wrong("health", health.StatusCode(), err)
	}
	self, err := client.GetSelfWithResponse(ctx) // 2
	if err != nil || self.JSON200 == nil {
		return wrong("getSelf", self.StatusCode(), err)
	}
	who, err := self.JSON200.AsSelfServiceUser()
	if err != nil || len(who.OrgPermissions) == 0 {
		return wrong("getSelf: organizations", self.StatusCode(), err)
	}
	organizations, err := client.ListOrganizationsWithResponse(ctx, nil) // 3
	if err != nil || organizations.JSON200 == nil || len(organizations.JSON200.Items) == 0 {
		return wrong("listOrganizations", organizations.StatusCode(), err)
	}
	org := organizations.JSON200.Items[0].OrgId

	title := "From Go"
	idempotency := "clients-go"
	draft := api.SessionCreate{Prompt: "Say so.", Title: &title, Tags: &[]string{"go"}}
	params := &api.CreateSessionParams{IdempotencyKey: &idempotency}
	created, err := client.CreateSessionWithResponse(ctx, org, params, draft) // 4
	if err != nil || created.JSON200 == nil || *created.JSON200.Title != title {
		return wrong("createSession", created.StatusCode(), err)
	}
	id := created.JSON200.SessionId
	again, err := client.CreateSessionWithResponse(ctx, org, params, draft)
	if err != nil || again.JSON200 == nil || again.JSON200.SessionId != id {
		return wrong("createSession once more", again.StatusCode(), err)
	}
	got, err := client.GetSessionWithResponse(ctx, org, id) // 5
	if err != nil || got.JSON200 == nil || got.JSON200.Status != api.SessionStatusNew {
		return wrong("getSession", got.StatusCode(), err)
	}
	one := 1
	list, err := client.ListSessionsWithResponse(ctx, org, &api.ListSessionsParams{First: &one}) // 6
	if err != nil || list.JSON200 == nil || len(list.JSON200.Items) != 1 || list.JSON200.Items[0].SessionId != id {
		return wrong("listSessions", list.StatusCode(), err)
	}
	sent, err := client.SendMessageWithResponse(ctx, org, id, nil, api.MessageCreate{Message: "And louder."}) // 7
	if err != nil || sent.JSON200 == nil {
		return wrong("sendMessage", sent.StatusCode(), err)
	}
	tags, err := client.ReplaceSessionTagsWithResponse(ctx, org, id, api.ReplaceSessionTagsJSONRequestBody{Tags: []string{"b", "a"}}) // 8
	if err != nil || tags.JSON200 == nil || len(tags.JSON200.Tags) != 2 || tags.JSON200.Tags[0] != "a" {
		return wrong("replaceSessionTags", tags.StatusCode(), err)
	}
	events, err := client.ListEventsWithResponse(ctx, org, id, nil) // 9
	if err != nil || events.JSON200 == nil || len(events.JSON200.Items) == 0 {
		return wrong("listEvents", events.StatusCode(), err)
	}
	ended, err := client.TerminateSessionWithResponse(ctx, org, id, nil) // 10
	if err != nil || ended.JSON200 == nil || ended.JSON200.Status != api.SessionStatusExit {
		return wrong("terminateSession", ended.StatusCode(), err)
	}
	missing, err := client.GetSessionWithResponse(ctx, org, "agent-00000000000000000000000000000000")
	if err != nil || missing.ApplicationproblemJSON404 == nil || missing.ApplicationproblemJSON404.Code != "session_not_found" {
		return wrong("getSession of none", missing.StatusCode(), err)
	}
	return nil
}

func wrong(what string, status int, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return fmt.Errorf("%s: an answer that was not expected, status %d", what, status)
}
